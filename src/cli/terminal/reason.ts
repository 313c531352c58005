/** Why a file cannot be read or written, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'you are not allowed to read it'
    case 'ENOENT':
      return 'there is no such file or folder'
    case 'EISDIR':
      return 'it is a folder, but must be a file'
    case 'ENOTDIR':
      return 'a part of its path is no folder'
    case 'EROFS':
      return 'it is on a read-only file system'
    case 'ENOSPC':
      return 'there is no space left'
    case 'ELOOP':
      return 'it is a link that leads back to itself'
    case 'ERR_STRING_TOO_LONG':
    case 'ERR_FS_FILE_TOO_LARGE':
      return 'it is too large to be read as one text'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
