// breaks: recharts-stays-in-chart
import { LineChart } from 'recharts'

export const drawing = LineChart
