package dev.plimsoll.kube.file;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.json.MalformedJsonException;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
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
  private JsonTreeReader reader;
  private DocumentLocation documentLocation;

  private JsonDocuments(InputStream source, ObjectSink sink, DocumentLocation documentLocation)
      throws IOException {
    this.in = new PushbackInputStream(source, 2 * ListSplitter.BLOCK);
    this.sink = sink;
    this.reader = new JsonTreeReader(in, sink.pruning());
    this.documentLocation = documentLocation;
  }

  static void read(InputStream source, String file, ObjectSink sink) throws IOException {
    JsonDocuments documents = new JsonDocuments(source, sink, new DocumentLocation(file, 1));
    try {
      documents.readAll();
    } catch (MalformedJsonException | EOFException e) {
      throw malformed(documents.documentLocation, e);
    }
  }

  private void readAll() throws IOException {
    while (reader.nextDocument()) {
      if (reader.isObject()) {
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
    for (Optional<String> name = reader.nextField(); name.isPresent(); name = reader.nextField()) {
      if (name.get().equals("items") && reader.isArray()) {
        list = true;
        if (sink.chunkSize() > 0 && isReleased()) {
          inChunks(document, held);
        }
        items(document, held);
      } else {
        document.put(name.get(), reader.topField(name.get()));
      }
    }
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
    while (reader.nextItem()) {
      if (!reader.isObject()) {
        throw documentLocation.error(
            "items holds something other than objects at " + reader.path() + ".");
      }
      JsonTree item = reader.object();
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
    reader = new JsonTreeReader(in, sink.pruning());
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
      if (documents.reader.nextField().isPresent()) {
        throw new MalformedJsonException("Expected the end of a list");
      }
      documents.reader.close();
    } catch (IOException e) {
      throw malformed(at, e);
    }
  }

  private static InputException malformed(DocumentLocation at, IOException e) {
    return at.error("invalid or truncated JSON: " + DocumentReader.sentence(e));
  }

  /** Goes to the list of a document that has nothing before it. */
  private void openList() throws IOException {
    boolean unused = reader.nextDocument();
    Optional<String> name = reader.nextField();
    if (name.isEmpty() || !reader.isArray()) {
      throw new MalformedJsonException("Expected a list");
    }
  }
}
