package dev.plimsoll.kube.file;

import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.plimsoll.kube.json.JacksonReader;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.model.object.GroupVersionKind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads JSON: one document or several, each an object or a list of them. The items of a list are
 * passed on one by one, so that a large dump never stands in memory as a tree.
 */
final class JsonDocuments {
  private final PushbackInputStream in;
  private final ObjectSink sink;
  private JacksonReader reader;
  private DocumentLocation documentLocation;

  private JsonDocuments(InputStream source, ObjectSink sink, DocumentLocation documentLocation)
      throws IOException {
    this.in = new PushbackInputStream(source, 2 * ListSplitter.BLOCK);
    this.sink = sink;
    this.reader = new JacksonReader(in);
    this.documentLocation = documentLocation;
  }

  static void read(InputStream source, String file, ObjectSink sink) throws IOException {
    JsonDocuments documents = new JsonDocuments(source, sink, new DocumentLocation(file, 1));
    try {
      documents.readAll();
    } catch (MalformedJsonException | EOFException | IllegalStateException e) {
      throw documents.documentLocation.error(
          "is not complete and correct JSON: " + DocumentReader.sentence(e));
    }
  }

  private void readAll() throws IOException {
    while (reader.peek() != JsonToken.END_DOCUMENT) {
      if (reader.peek() == JsonToken.BEGIN_OBJECT) {
        document();
      } else {
        reader.skipValue();
        sink.unrecognized(documentLocation);
      }
      documentLocation = documentLocation.next();
    }
  }

  private void document() throws IOException {
    JsonTree document = new JsonTree();
    List<JsonTree> held = new ArrayList<>();
    boolean list = false;
    reader.beginObject();
    while (reader.hasNext()) {
      String name = reader.nextName();
      if (name.equals("items") && reader.peek() == JsonToken.BEGIN_ARRAY) {
        list = true;
        reader.beginArray();
        if (sink.chunkSize() > 0 && isReleased()) {
          inChunks(document, held);
        } else {
          items(document, held);
        }
        reader.endArray();
      } else {
        document.put(name, reader.nextTopField(name));
      }
    }
    reader.endObject();
    ListFlattener listFlattener = new ListFlattener(sink, documentLocation);
    if (list) {
      listFlattener.items(document, held);
    } else {
      listFlattener.object(document);
    }
  }

  private void items(JsonTree document, List<JsonTree> held) throws IOException {
    ListFlattener listFlattener = new ListFlattener(sink, documentLocation);
    GroupVersionKind type = ListFlattener.itemType(document);
    boolean isTyped = !document.text("kind").isEmpty();
    while (reader.hasNext()) {
      if (reader.peek() != JsonToken.BEGIN_OBJECT) {
        throw documentLocation.error(
            "items holds something other than objects at " + reader.getPath() + ".");
      }
      JsonTree item = reader.nextTree();
      if (isTyped || !item.text("kind").isEmpty()) {
        listFlattener.item(item, type);
      } else {
        held.add(item);
      }
    }
  }

  private boolean isReleased() throws IOException {
    Optional<byte[]> ahead = reader.release();
    if (ahead.isPresent()) {
      in.unread(ahead.get());
    }
    return ahead.isPresent();
  }

  private void inChunks(JsonTree document, List<JsonTree> held) throws IOException {
    DocumentLocation at = documentLocation;
    List<List<JsonTree>> heldOfEach = new ArrayList<>();
    ListSplitter pieces = new ListSplitter(in, sink.chunkSize());
    for (Optional<InputStream> next = pieces.next(); next.isPresent(); next = pieces.next()) {
      InputStream piece = next.get();
      List<JsonTree> heldOfPiece = new ArrayList<>();
      heldOfEach.add(heldOfPiece);
      sink.chunk(s -> readChunk(piece, at, s, document, heldOfPiece));
    }
    sink.await();
    heldOfEach.forEach(held::addAll);
    reader = new JacksonReader(in);
    openList();
  }

  private static void readChunk(
      InputStream piece,
      DocumentLocation at,
      ObjectSink found,
      JsonTree document,
      List<JsonTree> held) {
    try {
      JsonDocuments documents = new JsonDocuments(piece, found, at);
      documents.openList();
      documents.items(document, held);
      documents.reader.endArray();
      documents.reader.endObject();
      documents.reader.close();
    } catch (IOException | IllegalStateException e) {
      throw at.error("is not complete and correct JSON: " + DocumentReader.sentence(e));
    }
  }

  /** Goes to the first item of a document that has nothing before its list. */
  private void openList() throws IOException {
    reader.beginObject();
    reader.nextName();
    reader.beginArray();
  }
}
