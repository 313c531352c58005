// breaks: worker-has-one-package
import { isFragment } from 'react-is'

export const fragment = isFragment
