package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes down what is found in a file. */
final class RecordingSink implements ObjectSink {
  private final List<String> found = new ArrayList<>();
  private final int chunkSize;
  private int chunks;

  private RecordingSink(int pieceSize) {
    this.chunkSize = pieceSize;
  }

  /** Reads a file in pieces of so many bytes, or in one go if that is zero. */
  static RecordingSink of(byte[] file, int pieceSize) {
    RecordingSink recordingSink = new RecordingSink(pieceSize);
    try {
      DocumentReader.read(new ByteArrayInputStream(file), "dump.json", recordingSink);
    } catch (InputException e) {
      recordingSink.found.add("failed");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return recordingSink;
  }

  List<String> found() {
    return found;
  }

  boolean isInvalid() {
    return found.contains("failed");
  }

  int chunks() {
    return chunks;
  }

  @Override
  public void object(JsonTree object, DocumentLocation documentLocation) {
    found.add(documentLocation + " " + object.toJson());
  }

  @Override
  public void item(JsonTree object, GroupVersionKind type, DocumentLocation documentLocation) {
    found.add(documentLocation + " " + type + " " + object.toJson());
  }

  @Override
  public void listed(GroupVersionKind type, DocumentLocation documentLocation) {
    found.add(documentLocation + " lists " + type);
  }

  @Override
  public void unrecognized(DocumentLocation documentLocation) {
    found.add(documentLocation + " is foreign");
  }

  @Override
  public int chunkSize() {
    return chunkSize;
  }

  @Override
  public void chunk(Consumer<ObjectSink> work) {
    chunks++;
    work.accept(this);
  }
}
