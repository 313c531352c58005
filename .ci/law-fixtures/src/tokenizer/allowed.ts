export const ranks = () => import('js-tiktoken/ranks/o200k_base')
