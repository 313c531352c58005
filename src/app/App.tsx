/** The frame of the page. */
export function App() {
  return <h1>Context Window Lab</h1>
}
