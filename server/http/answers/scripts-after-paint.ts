const preload = /<link rel="preload" as="script"[^>]*>/g;

const script = /<script src="(\/_next\/static\/[^"]+)" async=""><\/script>/g;

/**
 * A document of Next's whose scripts are requested only once the browser has painted it. Until then its styles and
 * fonts share the connection with nothing, and a slow device draws the text before it runs React. A page opened in the
 * background isn't painted, and requests its scripts at once; a browser that reports no paint does so a second after
 * everything else has loaded.
 */
export function scriptsAfterPaint(html: string): string {
  const files = [...html.matchAll(script)].map(([, file]) => file);
  if (files.length === 0) return html;
  // With `async` as an attribute, React finds the scripts in the document and doesn't add them again.
  const request =
    '()=>{for(const src of files.splice(0))document.head.append(Object.assign(document.createElement("script"),{src,async:true}))}';
  const loader = `<script>(files=>{const request=${request};if(document.hidden)request();addEventListener("load",()=>setTimeout(request,1000));try{new PerformanceObserver(request).observe({type:"paint",buffered:true})}catch{}})(${JSON.stringify(files)})</script>`;
  return html
    .replace(preload, '')
    .replace(script, '')
    .replace('</body>', () => `${loader}</body>`);
}
