import type { ComponentProps } from 'react'
import { onDemand } from '../../ui/on-demand.tsx'
import { panel } from '../panel.ts'
import type { PanelProperties } from '../panel.ts'
import type { PictureSource } from './pictures.ts'
import { TakeAway } from './TakeAway.tsx'

/** @param load fetches the pictures of the other panels, which no panel imports */
export function takeAway(load: () => Promise<readonly PictureSource[]>) {
  const More = onDemand(async () => {
    const [{ TakeMore }, pictures] = await Promise.all([import('./TakeMore.tsx'), load()])
    return function MoreFiles(properties: Omit<ComponentProps<typeof TakeMore>, 'pictures'>) {
      return <TakeMore {...properties} pictures={pictures} />
    }
  })
  return panel({
    name: 'take-away',
    title: 'Files',
    meaning: 'Data, pictures, settings, reports and pages to download, copy and share',
    place: 'files',
    Panel: (properties: PanelProperties) => <TakeAway {...properties} More={More} />,
  })
}
