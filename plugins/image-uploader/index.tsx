import { definePlugin, type WidgetProps } from "admin";
import { browserImageWork } from "./browser-image-work.ts";
import { ImagesField } from "./images-field.tsx";
import type { ImagesOptions } from "./options.ts";
import type { PictureValue } from "./picture-value.ts";

function Images(props: WidgetProps<PictureValue, ImagesOptions>) {
  return <ImagesField {...props} work={browserImageWork} />;
}

export default definePlugin({ widget: Images });
