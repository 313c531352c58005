// breaks: recharts-stays-in-chart, view-has-no-packages
import { LineChart } from 'recharts'

export const chart = LineChart
