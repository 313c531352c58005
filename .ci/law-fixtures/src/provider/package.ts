// breaks: provider-has-one-package
import Anthropic from '@anthropic-ai/sdk'
import { isFragment } from 'react-is'

export const packages = [Anthropic, isFragment]
