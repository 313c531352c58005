import { panel } from '../panel.ts'
import type { PanelProperties } from '../panel.ts'
import type { PictureSource } from './pictures.ts'
import { TakeAway } from './TakeAway.tsx'

/** @param pictures those of the other panels, which no panel imports */
export function takeAway(pictures: readonly PictureSource[]) {
  return panel({
    name: 'take-away',
    title: 'Files',
    meaning: 'Data, pictures, settings, reports and pages to download, copy and share',
    place: 'detail',
    Panel: (properties: PanelProperties) => <TakeAway {...properties} pictures={pictures} />,
  })
}
