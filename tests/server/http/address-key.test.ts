import { describe, expect, it } from "vitest";
import { addressKey } from "../../../src/server/http/address-key.ts";
import { nameKey } from "../../../src/server/sessions/session-routes.ts";

describe("the keys of failed tries", () => {
  it.each(["admin", "ADMIN", " admin ", "ad min", "\tadmin\u200b", "ａｄｍｉｎ", "Admin\u00a0"])(
    "%j is the account admin",
    (name) => expect(nameKey(name)).toBe("admin"),
  );

  it("keeps different names apart", () => {
    expect(nameKey("admin1")).not.toBe(nameKey("admin2"));
    expect(nameKey("王小明")).not.toBe(nameKey("王大明"));
  });

  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0db8:0001:0002::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:49152", "203.0.113.7"],
    ["[2001:DB8:1:2::9]:443", "2001:db8:1:2"],
    ["[2001:db8:1:2::9]", "2001:db8:1:2"],
    ["64:ff9b::203.0.113.7", "64:ff9b:0:0"],
    ["somebody", "unknown"],
    ["somebody else", "unknown"],
    ["", "unknown"],
  ])("%s counts as %s", (address, key) => expect(addressKey(address)).toBe(key));
});
