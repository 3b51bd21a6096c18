package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.model.object.GroupVersionKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes down what is found in a file. */
final class Notes implements ObjectSink {
  private final List<String> found = new ArrayList<>();
  private final int pieceSize;
  private int pieces;

  private Notes(int pieceSize) {
    this.pieceSize = pieceSize;
  }

  /** Reads a file in pieces of so many bytes, or in one go if that is zero. */
  static Notes of(byte[] file, int pieceSize) {
    Notes notes = new Notes(pieceSize);
    try {
      DocumentReader.read(new ByteArrayInputStream(file), "dump.json", notes);
    } catch (InputException e) {
      notes.found.add("refused");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return notes;
  }

  List<String> found() {
    return found;
  }

  boolean isRefused() {
    return found.contains("refused");
  }

  int pieces() {
    return pieces;
  }

  @Override
  public void object(JsonTree object, Place place) {
    found.add(place + " " + object.toJson());
  }

  @Override
  public void item(JsonTree object, GroupVersionKind type, Place place) {
    found.add(place + " " + type + " " + object.toJson());
  }

  @Override
  public void listed(GroupVersionKind type) {
    found.add(type.toString());
  }

  @Override
  public void foreign(Place place) {
    found.add(place + " is foreign");
  }

  @Override
  public int pieceSize() {
    return pieceSize;
  }

  @Override
  public void piece(Consumer<ObjectSink> work) {
    pieces++;
    work.accept(this);
  }
}
