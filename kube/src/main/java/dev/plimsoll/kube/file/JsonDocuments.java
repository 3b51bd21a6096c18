package dev.plimsoll.kube.file;

import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.plimsoll.kube.json.JacksonReader;
import dev.plimsoll.kube.json.JsonTree;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads JSON: one document or several, each an object or a list of them. The items of a list are
 * passed on one by one, so that a large dump never stands in memory as a tree.
 */
final class JsonDocuments {
  private final JacksonReader reader;
  private final ObjectSink sink;
  private Place place;

  private JsonDocuments(JacksonReader reader, ObjectSink sink, Place place) {
    this.reader = reader;
    this.sink = sink;
    this.place = place;
  }

  static void read(InputStream source, String file, ObjectSink sink) throws IOException {
    JacksonReader reader = new JacksonReader(source);
    JsonDocuments documents = new JsonDocuments(reader, sink, new Place(file, 1));
    try {
      documents.readAll();
    } catch (MalformedJsonException | EOFException | IllegalStateException e) {
      throw documents.place.problem(
          "is not complete and correct JSON: " + DocumentReader.sentence(e));
    }
  }

  private void readAll() throws IOException {
    while (reader.peek() != JsonToken.END_DOCUMENT) {
      if (reader.peek() == JsonToken.BEGIN_OBJECT) {
        document();
      } else {
        reader.skipValue();
        sink.foreign(place);
      }
      place = place.next();
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
        items(document, held);
      } else {
        document.put(name, reader.nextTopField(name));
      }
    }
    reader.endObject();
    Lists lists = new Lists(sink, place);
    if (list) {
      lists.items(document, held);
    } else {
      lists.object(document);
    }
  }

  private void items(JsonTree document, List<JsonTree> held) throws IOException {
    Lists lists = new Lists(sink, place);
    reader.beginArray();
    while (reader.hasNext()) {
      if (reader.peek() != JsonToken.BEGIN_OBJECT) {
        throw place.problem(
            "items holds something other than objects at " + reader.getPath() + ".");
      }
      JsonTree item = reader.nextTree();
      if (item.text("kind").isEmpty() && document.text("kind").isEmpty()) {
        held.add(item);
      } else {
        lists.item(item, Lists.itemType(document));
      }
    }
    reader.endArray();
  }
}
