import { chromium } from 'playwright'
const [,, depth='compare', out='/tmp/q/s.png', w='1440', h='900', scheme='light', full=''] = process.argv
const b = await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox']})
const c = await b.newContext({viewport:{width:+w,height:+h}, colorScheme: scheme as any, deviceScaleFactor: 1, hasTouch: +w<500, isMobile: +w<500})
await c.addInitScript((d) => localStorage.setItem('context-window-lab.depth', d), depth)
const p = await c.newPage()
p.on('console', m => { if (m.type()==='error') console.log('ERR', m.text()) })
await p.goto('http://127.0.0.1:43655/')
await p.locator('main[data-comparison]').waitFor({timeout:60000})
await p.waitForTimeout(2500)
await p.screenshot({path: out, fullPage: full==='full'})
await b.close()
