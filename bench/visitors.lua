-- Each request is somebody else who leaves their details, at one card after the other. Arguments: the first one's
-- number, and the ids of the cards.
local given = { 'Ada', 'Charles', 'Grace', 'Alan', 'Barbara', 'Edsger', 'Frances', 'Donald', 'Radia', 'Niklaus' }
local family = { 'Lovelace', 'Babbage', 'Hopper', 'Turing', 'Liskov', 'Dijkstra', 'Allen', 'Knuth', 'Perlman' }
local headers = { ['content-type'] = 'application/json' }
local number, cards
function init(args)
  number = tonumber(args[1])
  cards = { unpack(args, 2) }
end
request = function()
  number = number + 1
  local first, last = given[number % #given + 1], family[number % #family + 1]
  return wrk.format('POST', nil, headers, string.format(
    '{"cardId":"%s","fullName":"%s %s %x","email":"%s.%d@example.com","phone":"+1 202 5%06d","company":"%s & Company","notes":"Met at the exhibition."}',
    cards[number % #cards + 1], first, last, number, string.lower(first), number, number % 1000000, last))
end
