-- Each request is a view by somebody else: a proxy names another address and the browser another build.
local number = 0
function init() math.randomseed(os.time()) end
request = function()
  number = number + 1
  local address = '10.' .. math.random(0, 255) .. '.' .. math.random(0, 255) .. '.' .. math.random(1, 254)
  return wrk.format('POST', nil, {
    ['content-type'] = 'application/json',
    ['x-forwarded-for'] = address,
    ['user-agent'] = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/' .. math.random(1, 200) .. '.0.0.0 Safari/537.36',
  }, '{"referrer":"https://www.linkedin.com/feed/","via":"linkedin"}')
end
