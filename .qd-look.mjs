import { ask, signIn } from '/tmp/qD-jobs.mjs';
import { chromium } from 'playwright';
import { readFileSync } from 'node:fs';
const token = await signIn();
const start = 'mutation S($input: StartWorkflowInput!) { enqueueWorkflow(input: $input) { jobId } }';
const text='The arm no longer stalls at -10 °C. Logs rotate daily. The gripper is quieter.';
const run = async (w) => (await ask(start,{input:{input:text,...w}})).enqueueWorkflow.jobId;
const S=(id,model,more={})=>({id,task:'summarization',model:`sandbox/${model}`,...more});
const mixed = await run({name:'Fallbacks and waits', steps:[
  {id:'topic',task:'classification',strategy:'SPEED',options:{labels:['hardware','software']}},
  S('summary','down',{retries:1,fallbacks:['sandbox/flaky','sandbox/slow']}),
  S('notes','cut',{fallbacks:['sandbox/slow'],dependsOn:['topic']}),
  S('a_step_with_a_rather_long_name_of_its_own','slow',{dependsOn:['topic','summary'],input:'{{ input }}'}),
  S('last','fast',{dependsOn:['notes','a_step_with_a_rather_long_name_of_its_own']}),
]});
const failed = await run({name:'Fails', steps:[S('one','limited',{retries:0}),S('after','fast',{dependsOn:['one']})]});
const wide = await run({name:'Fifty steps', steps:Array.from({length:50},(_,i)=>S(`s${i}`, i%3?'flaky':'down',{on_error:'CONTINUE',fallbacks:['sandbox/flaky','sandbox/cut','sandbox/fast'],retries:3,...(i>=5&&{dependsOn:[`s${i-5}`],input:'{{ input }}'})}))});
const browser = await chromium.launch({executablePath:process.env.CHROMIUM_PATH});
const ctx = await browser.newContext();
const page = await ctx.newPage();
page.on('console',m=>['error','warning'].includes(m.type())&&console.log('console',m.text().slice(0,300)));
await page.goto('http://localhost:3414/');
await page.evaluate(t=>localStorage.setItem('switchyard.session', t), token);
let reqs=0; page.on('request',r=>{ if(r.url().includes('/api/graphql')) reqs++; });
await page.setViewportSize({width:1440,height:1000});
await page.goto(`http://localhost:3414/dashboard/workflows/${mixed}`);
await page.getByRole('heading',{name:'Timeline'}).waitFor({timeout:60000});
await page.waitForTimeout(1500);
await page.screenshot({path:'/tmp/qD-shots/live.png',fullPage:true});
await page.getByText('This job has completed.').or(page.getByText('This job has failed.')).waitFor({timeout:60000});
console.log('requests while running', reqs);
await page.waitForTimeout(500);
for (const [name,id] of [['mixed',mixed],['failed',failed],['wide',wide]]) {
  await page.goto(`http://localhost:3414/dashboard/workflows/${id}`);
  await page.getByRole('heading',{name:'Timeline'}).waitFor({timeout:60000});
  await page.getByText('This job has').first().waitFor({timeout:120000});
  for (const w of [1440,768,375]) {
    await page.setViewportSize({width:w,height:900});
    await page.waitForTimeout(500);
    if (name==='mixed' && w!==768) await page.locator('section:has(h2:text("Timeline")) summary').nth(1).click();
    await page.waitForTimeout(200);
    await page.screenshot({path:`/tmp/qD-shots/${name}-${w}.png`,fullPage:true});
    console.log(name,w,'overflow',await page.evaluate(()=>document.documentElement.scrollWidth-innerWidth));
  }
  await page.evaluate(readFileSync('node_modules/axe-core/axe.min.js','utf8'));
  const v = await page.evaluate(async()=> (await axe.run(document)).violations.map(v=>[v.id,v.help,v.nodes.slice(0,3).map(n=>n.html.slice(0,200))]));
  console.log('axe',name,JSON.stringify(v,null,1));
}
console.log(mixed,failed,wide);
await browser.close();
