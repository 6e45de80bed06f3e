import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { launchChromium } from "./chromium.ts";
import { watchRequests } from "./idle.ts";
import { ADMIN_PASSWORD } from "./serve-product.ts";

/** What a page complained of: console errors and warnings, uncaught errors, CSP violations, requests to elsewhere. */
export type Complaints = string[];

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: Complaints;
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  /** Pixels of the screen for each of the page. */
  readonly ratio?: number;
  /** Of the person's computer: the shop's own, unless given. */
  readonly timeZone?: string;
  /** Logged in already, as local storage keeps it. */
  readonly session?: { readonly token: string; readonly user: unknown };
}

/** One Chromium for all test files of a worker: it starts with the first visit and ends with the process. */
let browser: Promise<Browser> | undefined;

/** Ends the visits of a test file; call it in `afterAll`. */
export async function endVisits(): Promise<void> {
  const contexts = (await browser)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}

function runningBrowser(): Promise<Browser> {
  const forget = () => {
    browser = undefined;
  };
  // One that crashes fails the file that it crashes in, and none after it.
  browser ??= launchChromium().then(
    (launched) => launched.once("disconnected", forget),
    (error) => {
      forget();
      throw error;
    },
  );
  return browser;
}

/** A person with a browser of their own (own local storage), at an address. */
export async function visit(
  url: string,
  { width = 1280, height = 800, ratio = 1, timeZone = "Asia/Taipei", session }: VisitOptions = {},
): Promise<Visit> {
  const context = await (await runningBrowser()).newContext({
    viewport: { width, height },
    deviceScaleFactor: ratio,
    locale: "zh-TW",
    timezoneId: timeZone,
    ...(session === undefined ? {} : { storageState: stateOf(new URL(url).origin, session) }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: Complaints = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  const { origin } = new URL(url);
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && asked !== origin)
      complaints.push(`A request left the server: ${request.url()}`);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      console.error(`Violates the policy: ${effectiveDirective} ${blockedURI}`),
    );
  });
  watchRequests(page);
  await page.goto(url);
  return { page, context, complaints };
}

function stateOf(origin: string, { token, user }: NonNullable<VisitOptions["session"]>) {
  const localStorage = [
    { name: "token", value: token },
    { name: "user", value: JSON.stringify(user) },
  ];
  return { cookies: [], origins: [{ origin, localStorage }] };
}

/** Logs in at the log-in page and waits for the first screen behind it. */
export async function logIn({ page }: Visit, username = "admin", password = ADMIN_PASSWORD): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: "Log out" }).waitFor();
}

/** A toast with a sentence was said; dismisses it, so that the next one is a new one. */
export async function expectToast(page: Page, sentence: string | RegExp): Promise<void> {
  const toast = page.getByRole("region", { name: "Notifications" }).getByText(sentence).first();
  await toast.waitFor();
  // Before it may be the one that takes the change back.
  await toast.locator("xpath=ancestor-or-self::*[.//button][1]//button").last().click();
}

/** No complaint but the browser's own notes of answers that the story asked for, e.g. `/400/`. */
export function expectNoComplaints({ complaints }: Visit, ...expected: RegExp[]): void {
  expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
}
