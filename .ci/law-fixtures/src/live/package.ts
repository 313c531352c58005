// breaks: live-has-no-packages
import { useState } from 'react'

export const state = useState
