// @ts-check
/** The pictures of the page in the README: `npm run screenshots` writes them to `docs/`. */

import { serve } from "./program.js";
import { Browser } from "./visitor.js";

const FOLDER = new URL("../../docs/", import.meta.url).pathname;
const WIDE = { viewport: { width: 1240, height: 800 } };
const SMALL = { ...WIDE, deviceScaleFactor: 0.75 };
const PHONE = { viewport: { width: 320, height: 640 }, deviceScaleFactor: 1.25 };

/** Name, look, address, what to do there. @type {[string, import("playwright-core").BrowserContextOptions, string, (page: import("playwright-core").Page) => Promise<unknown>][]} */
const PICTURES = [
  [
    "page-play",
    { ...WIDE, colorScheme: "light" },
    "#moves=1x1+1%2B2+1x1+2x1&first=human&second=careful",
    async (page) => {
      await page.keyboard.press("a");
      await page.locator(".play-board .side.bottom button.hand").first().click();
    },
  ],
  [
    "page-play-dark",
    { ...SMALL, colorScheme: "dark" },
    "#moves=1%2B1+1x2&first=human&second=perfect",
    async (page) => {
      await page.getByRole("button", { name: "Show me how" }).click();
      await page.getByRole("button", { name: "Walk through it" }).first().waitFor();
    },
  ],
  [
    "page-explore",
    { ...SMALL, colorScheme: "light" },
    "#view=explore&moves=1x1",
    (page) => page.locator("#explore .here").waitFor(),
  ],
  [
    "page-phone",
    { ...PHONE, colorScheme: "light" },
    "",
    async (page) => {
      await page.locator(".play-board .side.bottom button.hand").first().click();
    },
  ],
  [
    "page-phone-dark",
    { ...PHONE, colorScheme: "dark" },
    "#rules=school&start=04-13&first=human&second=traps",
    async (page) => {
      await page.keyboard.press("s");
      await page.locator(".play-board .presets button").last().click();
    },
  ],
];

const [program, browser] = await Promise.all([serve(), Browser.open()]);
for (const [name, options, hash, act] of PICTURES) {
  const { page, leave } = await browser.visit(`${program.url}${hash}`, options);
  await act(page);
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  await page.screenshot({ path: `${FOLDER}${name}.png` });
  await leave();
}
await browser.close();
await program.stop();
