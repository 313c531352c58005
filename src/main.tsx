import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { allowOwnScripts } from './app/page/own-scripts.ts'
import { noteMissingSheets } from './app/ui/on-demand.tsx'
import { WholePage } from './app/ui/WholePage.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
// If the browser lacks required features, index.html has already said so.
if (root.dataset['unfit'] === undefined) {
  allowOwnScripts()
  noteMissingSheets()
  createRoot(root).render(
    <StrictMode>
      <WholePage>
        <App />
      </WholePage>
    </StrictMode>,
  )
}
