import { useState } from "react";
import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import type { ShapeFault } from "../../model/shape.ts";
import { useGallery } from "./gallery-parts.ts";
import { judgeOptions, type Options } from "./judge-options.ts";

export interface TriedOptions {
  /** As they are edited. */
  readonly written: Options;
  /** The last that hold. The same object until others do. */
  readonly held: Options;
  judge(options: Options): readonly ShapeFault[];
  change(options: Options): void;
}

/** The options of an example, to be tried. */
export function useOptions(manifest: PluginManifest, example: PluginExample): TriedOptions {
  const { known } = useGallery();
  const [written, setWritten] = useState<Options>(example.options ?? {});
  const [held, setHeld] = useState(written);
  const judge = (options: Options) => judgeOptions(known, manifest, example, options);
  return {
    written,
    held,
    judge,
    change(options) {
      setWritten(options);
      const isNew = JSON.stringify(options) !== JSON.stringify(held);
      if (isNew && judge(options).length === 0) setHeld(options);
    },
  };
}
