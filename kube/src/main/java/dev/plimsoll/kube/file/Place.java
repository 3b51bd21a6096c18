package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;

/**
 * Where something stands in a file.
 *
 * @param file the file's name as the user gave it
 * @param document the number of the document in it, from 1
 */
record Place(String file, int document) {

  Place next() {
    return new Place(file, document + 1);
  }

  InputException problem(String problem) {
    return new InputException(this + ": " + problem);
  }

  @Override
  public String toString() {
    return file + ", document " + document;
  }
}
