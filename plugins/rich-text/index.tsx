import { definePlugin } from "admin";
import { RichTextField } from "./rich-text-field.tsx";

export default definePlugin({ widget: RichTextField });
