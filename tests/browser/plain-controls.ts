import type { Page } from "playwright-core";

/**
 * How controls without a class, put into a widget's place, look unlike stock's in any state; then what becomes of CSS that
 * a plugin has for its own.
 */
export function comparePlain(page: Page, state: string): Promise<readonly string[]> {
  return page.evaluate((shown) => {
    const place = document.querySelector(`[data-state="${shown}"] .form-field-control`);
    if (place === null) return ["There is no place for a widget."];
    const LOOKS = ["borderColor", "borderRadius", "borderStyle", "backgroundColor", "color", "fontSize"];
    const SIZES = ["height", "width", "paddingLeft", "fontWeight", "cursor"];
    const RING = ["outlineColor", "outlineOffset", "outlineStyle", "outlineWidth"];
    const found: string[] = [];

    const look = (
      name: string,
      className: string,
      change: (control: HTMLElement) => void,
      props: string[],
    ) => {
      const control = document.createElement(name);
      if (className !== "") control.className = className;
      // What is on its way to a look is no look.
      control.style.transition = "none";
      if (name === "button") control.textContent = "Pour";
      change(control);
      place.append(control);
      control.focus({ focusVisible: control.title === "focused" } as FocusOptions);
      if (control.title !== "focused") control.blur();
      const style: unknown = Object.fromEntries(
        props.map((one) => [one, Reflect.get(getComputedStyle(control), one)]),
      );
      control.remove();
      return JSON.stringify(style);
    };
    const STATES: Record<string, (control: HTMLElement) => void> = {
      "at rest": () => {},
      disabled: (control) => control.setAttribute("disabled", ""),
      "read-only": (control) => control.setAttribute("readonly", ""),
      invalid: (control) => control.setAttribute("aria-invalid", "true"),
      focused: (control) => {
        control.title = "focused";
      },
      "focused and invalid": (control) => {
        control.title = "focused";
        control.setAttribute("aria-invalid", "true");
      },
    };
    const compare = (name: string, stock: string, props: string[], states = Object.keys(STATES)) => {
      for (const one of states) {
        const [own, other] = ["", stock].map((className) =>
          look(name, className, STATES[one] ?? (() => {}), props),
        );
        if (own !== other) found.push(`${name} ${one}: ${own}, stock's ${other}`);
      }
    };
    compare("input", "p-inputtext", [...LOOKS, ...SIZES, ...RING]);
    compare("textarea", "p-inputtext", [...LOOKS, ...RING]);
    compare(
      "select",
      "p-inputtext",
      [...LOOKS, "height", "width", ...RING],
      ["at rest", "disabled", "invalid", "focused"],
    );
    compare("button", "button", [...LOOKS, ...SIZES, ...RING], ["at rest", "disabled", "focused"]);

    const own = new CSSStyleSheet();
    own.replaceSync("input, button { height: 20px; padding: 1px; border: 3px dotted red; font-weight: 300 }");
    // The weakest there is but none.
    document.adoptedStyleSheets = [own];
    for (const name of ["input", "button"]) {
      const is = look(name, "", () => {}, ["height", "paddingLeft", "borderStyle", "fontWeight"]);
      if (is !== '{"height":"20px","paddingLeft":"1px","borderStyle":"dotted","fontWeight":"300"}')
        found.push(`a plugin's own CSS of ${name} becomes ${is}`);
    }
    document.adoptedStyleSheets = [];
    return found;
  }, state);
}
