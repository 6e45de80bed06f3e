/**
 * What a plugin throws, also while rendering, where an option cannot be what the config says although its schema allows it. The
 * field's notice then blames the config, with the file and line of the option, in place of the plugin.
 */
export class OptionFault extends Error {
  override readonly name: string = "OptionFault";
  /**
   * @param option name of the option, or its JSON pointer inside the options: `/steps/0/above`; "" for all of them
   * @param message what is wrong with it and what would be right; for whoever edits the config, in English
   */
  constructor(
    readonly option: string,
    message: string,
  ) {
    super(message);
  }
}
