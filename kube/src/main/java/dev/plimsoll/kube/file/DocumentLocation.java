package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;

/**
 * The location of a document in a file.
 *
 * @param file the file's name as the user gave it
 * @param document the number of the document in it, from 1
 */
record DocumentLocation(String file, int document) {

  DocumentLocation next() {
    return new DocumentLocation(file, document + 1);
  }

  InputException error(String problem) {
    return new InputException(this + ": " + problem);
  }

  @Override
  public String toString() {
    return file + ", document " + document;
  }
}
