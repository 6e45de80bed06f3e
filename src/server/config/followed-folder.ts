import type { ConfigFolder, ConfigSource } from "./config-source.ts";
import type { Follower } from "./follow-config.ts";

/** A folder's files and who serves what they say: no look sees half of what is written. */
export function followedFolder(folder: ConfigFolder, { look, betweenLooks }: Follower): ConfigSource {
  return { ...folder, follow: look, write: (files) => betweenLooks(() => folder.write(files)) };
}
