// breaks: claims-has-no-packages
import { isFragment } from 'react-is'

export const fragment = isFragment
