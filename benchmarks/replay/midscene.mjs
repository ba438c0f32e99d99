// The flow with Midscene.js: one run for each line of JSON on standard input, one line of JSON back.
// Each step is a call of its own, which is the quickest way with a warm cache: there is no plan to look up.
import { createInterface } from "node:readline";
import { PlaywrightAgent } from "@midscene/web/playwright";
import { chromium } from "playwright";

// Its progress goes to the console; standard output is for results alone.
const answer = (result) => process.stdout.write(`${JSON.stringify(result)}\n`);
console.log = console.info = console.warn = () => {};

const browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox"] });

async function flow(page, agent, moves, thanks) {
  for (const [action, target, value] of moves) {
    if (action === "Tap") await agent.aiTap(target);
    else if (action === "Type") await agent.aiInput(target, { value });
    // It has no step for native lists, so this one is Playwright's own.
    else await page.getByLabel("Home branch").selectOption(value);
  }
  await page.getByText(thanks).waitFor();
}

async function run({ url, cookies, moves, thanks, cache, options }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(url);
    const agent = new PlaywrightAgent(page, { cache, generateReport: false, autoPrintReportMsg: false, ...options });
    const started = performance.now();
    await flow(page, agent, moves, thanks);
    const seconds = (performance.now() - started) / 1000;
    await agent.destroy();
    return { seconds };
  } catch (error) {
    return { error: String(error.stack ?? error) };
  } finally {
    await context.close();
  }
}

for await (const line of createInterface({ input: process.stdin })) answer(await run(JSON.parse(line)));
await browser.close();
