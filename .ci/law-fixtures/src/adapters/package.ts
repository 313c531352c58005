// breaks: adapters-has-no-packages
import { parse } from 'yaml'

export const document = parse
