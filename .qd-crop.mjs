import { signIn } from '/tmp/qD-jobs.mjs';
import { chromium } from 'playwright';
const token = await signIn();
const [mixed,failed,wide]=process.argv.slice(2);
const browser = await chromium.launch({executablePath:process.env.CHROMIUM_PATH});
const page = await (await browser.newContext()).newPage();
await page.goto('http://localhost:3414/');
await page.evaluate(t=>localStorage.setItem('switchyard.session', t), token);
const shot = async (id,w,name,open)=>{
  await page.setViewportSize({width:w,height:900});
  const t=Date.now();
  await page.goto(`http://localhost:3414/dashboard/workflows/${id}`);
  const section=page.locator('section:has(h2:text("Timeline"))');
  await section.waitFor({timeout:60000});
  await page.waitForTimeout(1200);
  if(open) { await section.locator('summary').nth(1).focus(); await page.keyboard.press('Enter'); }
  await page.waitForTimeout(300);
  await section.screenshot({path:`/tmp/qD-shots/crop-${name}-${w}.png`});
};
await shot(mixed,1440,'mixed',true); await shot(mixed,375,'mixed',true); await shot(mixed,768,'mixed',false);
await shot(wide,1440,'wide',true); await shot(failed,1440,'failed',true);
await shot(wide,375,'wide',false);
await page.emulateMedia({media:'print'}); await shot(mixed,1000,'print',false);
await browser.close();
