import { isIPv4, isIPv6 } from "node:net";

const MOST = 256;

/** One key for every way of writing a user name: case, spaces, invisible and full-width characters do not make a new one. */
export function nameKey(username: string): string {
  return username
    .normalize("NFKC")
    .replace(/[\s\p{C}]+/gu, "")
    .toLowerCase()
    .slice(0, MOST);
}

/** One key for whoever holds an address: an IPv4 address, or the /64 that an IPv6 customer is given. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(zeros).fill("0"), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
