// Every line that ends in `refused` must be reported by the compiler.
export const title = () => document.title // refused
export const width = () => window.innerWidth // refused
export const files = () => process.cwd() // refused
