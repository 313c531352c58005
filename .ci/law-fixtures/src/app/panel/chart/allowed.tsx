import { LineChart } from 'recharts'

export const chart = LineChart
