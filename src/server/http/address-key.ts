import { isIPv4, isIPv6 } from "node:net";

/**
 * One key for whoever holds an address: an IPv4 address, or the /64 that an IPv6 customer is given. Every way of
 * writing it, a proxy's port behind it included, is the same key; all that is no address shares one.
 */
export function addressKey(address: string): string {
  const host = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, "$1");
  const plain = host.replace(/%.*$/, "");
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return "unknown";
  const groups = ipv6Groups(plain);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

/** The eight numbers of an IPv6 address. */
function ipv6Groups(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const before = numbersOf(head);
  const after = numbersOf(tail ?? "");
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** An address may end in an IPv4 one: two groups. */
function numbersOf(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!isIPv4(group)) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
