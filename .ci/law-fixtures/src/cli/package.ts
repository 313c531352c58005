// breaks: cli-has-one-package
import { parse } from 'yaml'

export const document = parse
