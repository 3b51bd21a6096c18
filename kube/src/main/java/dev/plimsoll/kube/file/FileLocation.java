package dev.plimsoll.kube.file;

/**
 * A place in a file.
 *
 * @param file the file's name as the user gave it
 * @param line the line, from 1
 * @param column the column, from 1
 * @param endLine the line on which the field ends
 */
public record FileLocation(String file, int line, int column, int endLine) {

  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
