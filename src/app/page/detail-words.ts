export const DETAIL_TEXT = Object.freeze({
  sections: 'Sections of the lane in detail',
  names: {
    charts: 'Charts',
    blocks: 'Blocks',
    request: 'Request',
    'turn-diff': 'Two turns',
    budget: 'Budget',
    health: 'Health',
    checkpoints: 'Checkpoints',
    notes: 'Notes',
    audit: 'Audit log',
    'take-away': 'Files',
  },
})
