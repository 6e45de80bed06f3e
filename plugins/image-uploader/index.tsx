import { definePlugin, type WidgetProps } from "admin";
import { browserImageWork } from "./browser-image-work.ts";
import { ImagesField } from "./images-field.tsx";
import type { Options, Value } from "./manifest.ts";

function Images(props: WidgetProps<Value, Options>) {
  return <ImagesField {...props} work={browserImageWork} />;
}

export default definePlugin({ widget: Images });
