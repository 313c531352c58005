// breaks: config-has-one-package
import { isFragment } from 'react-is'
import { parse } from 'yaml'

export const packages = [isFragment, parse]
