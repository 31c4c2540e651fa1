import fs from 'node:fs';

/** Writes tiny MaxMind DB files for tests. Source: the MaxMind DB file format specification, version 2.0. */

type Value = string | number | Value[] | { [key: string]: Value };

const NUMBER = { uint16: 5, uint32: 6 };

/** The control byte for a type and a size below 29, followed by the content. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([Buffer.from([(2 << 5) | text.length]), text]);
  }
  if (typeof value === 'number') {
    const type = value < 65_536 ? NUMBER.uint16 : NUMBER.uint32;
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    const used = type === NUMBER.uint16 ? bytes.subarray(2) : bytes;
    return Buffer.concat([Buffer.from([(type << 5) | used.length]), used]);
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 11 - 7]), ...value.map(encode)]);
  const pairs = Object.entries(value).flatMap(([key, item]) => [encode(key), encode(item)]);
  return Buffer.concat([Buffer.from([(7 << 5) | (pairs.length / 2)]), ...pairs]);
}

type Node = [Node | Buffer | null, Node | Buffer | null];

/** The tree of IPv4 networks, with one node per bit. */
function buildTree(networks: Record<string, Value>): Node[] {
  const root: Node = [null, null];
  const nodes = [root];
  for (const [network, value] of Object.entries(networks)) {
    const [address = '', length = '32'] = network.split('/');
    const bits = address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('')
      .slice(0, Number(length));
    let node = root;
    for (const [index, bit] of [...bits].entries()) {
      const side = bit === '1' ? 1 : 0;
      if (index === bits.length - 1) {
        node[side] = encode(value);
        break;
      }
      let next = node[side];
      if (!Array.isArray(next)) {
        next = [null, null];
        node[side] = next;
        nodes.push(next);
      }
      node = next;
    }
  }
  return nodes;
}

/** Writes a file of IPv4 networks ("192.0.2.0/24") and the record of each. */
export function writeMmdb(file: string, type: string, networks: Record<string, Value>): void {
  const nodes = buildTree(networks);
  const data: Buffer[] = [];
  let dataBytes = 0;
  const recordOf = (side: Node | Buffer | null): number => {
    if (side === null) return nodes.length;
    if (Array.isArray(side)) return nodes.indexOf(side);
    const pointer = nodes.length + 16 + dataBytes;
    data.push(side);
    dataBytes += side.length;
    return pointer;
  };
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, node] of nodes.entries()) {
    for (const side of [0, 1] as const) tree.writeUIntBE(recordOf(node[side]), index * 6 + side * 3, 3);
  }
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: 4,
    database_type: type,
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_790_000_000,
    description: { en: 'Places of the tests' },
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  fs.writeFileSync(file, Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]));
}
