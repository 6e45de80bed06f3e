import { isConfigPath } from "../../../model/config-path.ts";
import { ApiError } from "../../api-error.ts";

/** Refuses paths that no file of a config can have, so that nothing else on the disk is ever named. Throws BAD_REQUEST. */
export function refuseForeign(paths: Iterable<string>, onDisk: ReadonlyMap<string, string>): void {
  for (const path of paths) {
    // on some disks two names that differ in capitals alone are one file
    const isOther = [...onDisk.keys()].some(
      (other) => other !== path && other.toLowerCase() === path.toLowerCase(),
    );
    if (isOther || !isConfigPath(path)) {
      throw new ApiError("BAD_REQUEST", { key: "config.noSuchFile", values: { file: path } });
    }
  }
}
