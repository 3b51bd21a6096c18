package dev.plimsoll.kube.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.google.gson.JsonNull;
import com.google.gson.internal.LazilyParsedNumber;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.MalformedInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads JSON in UTF-8 into trees, without those parts that aren't wanted: they are skipped, never
 * built in memory. Strict within a document; one document may follow the other.
 *
 * <p>It is over Jackson's parser, which reads a large dump from its bytes in about half of Gson's
 * time.
 */
public final class JsonTreeReader implements Closeable {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().disable(StreamReadFeature.AUTO_CLOSE_SOURCE).build();
  private static final Interner<String> STRINGS = new Interner<>(1 << 14);

  /** How many values an object may hold: etcd takes objects of 1.5 MiB. */
  private static final int MOST_VALUES = 1 << 21;

  private final JsonParser parser;
  private final JsonPruning pruning;
  private int values;

  /** Starts before the first document; the caller closes the stream. */
  public JsonTreeReader(InputStream bytes, JsonPruning pruning) throws IOException {
    this.parser = FACTORY.createParser(bytes);
    this.pruning = pruning;
  }

  private interface Step<T> {
    T run() throws IOException;
  }

  private <T> T read(Step<T> step) throws IOException {
    try {
      return step.run();
    } catch (JsonEOFException e) {
      throw new EOFException("End of input" + where());
    } catch (StreamConstraintsException e) {
      int line = parser.currentLocation().getLineNr();
      throw new MalformedJsonException("Nested too deeply or too long a value at line " + line);
    } catch (JsonProcessingException e) {
      throw e.getOriginalMessage().startsWith("Invalid UTF-8")
          ? new MalformedInputException(1)
          : new MalformedJsonException(e.getOriginalMessage() + where());
    }
  }

  /** Goes to the next document, and returns whether there is one. */
  public boolean nextDocument() throws IOException {
    values = 0;
    return read(parser::nextToken) != null;
  }

  /** Goes to the next field of an object, and returns its name; none at the object's end. */
  public Optional<String> nextField() throws IOException {
    return read(
        () -> {
          if (parser.nextToken() == JsonToken.END_OBJECT) {
            return Optional.empty();
          }
          String name = parser.currentName();
          parser.nextToken();
          return Optional.of(name);
        });
  }

  /** Goes to the next element of a list, and returns whether there is one. */
  public boolean nextItem() throws IOException {
    return read(parser::nextToken) != JsonToken.END_ARRAY;
  }

  /** Returns whether this is the start of an object. */
  public boolean isObject() {
    return parser.hasToken(JsonToken.START_OBJECT);
  }

  /** Returns whether this is the start of a list. */
  public boolean isArray() {
    return parser.hasToken(JsonToken.START_ARRAY);
  }

  /**
   * Reads an object to its end, such as an item of a list.
   *
   * @throws MalformedJsonException if this isn't the start of one
   */
  public JsonTree object() throws IOException {
    if (!isObject()) {
      throw new MalformedJsonException("Expected an object" + where());
    }
    values = 0;
    return read(
        () -> {
          JsonTree tree = new JsonTree();
          while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            tree.put(name, top(name));
          }
          return tree;
        });
  }

  /** Reads the value of a field at the top of an object. */
  public Object topField(String name) throws IOException {
    return read(() -> top(name));
  }

  /** Passes over a value. */
  public void skipValue() throws IOException {
    Object unused = read(parser::skipChildren);
  }

  /** Returns where this is, as a JSON pointer. */
  public String path() {
    return parser.getParsingContext().pathAsPointer().toString();
  }

  /**
   * Returns the bytes that were taken from the source and not read yet, and reads no more; nothing
   * if they aren't UTF-8.
   */
  public Optional<byte[]> release() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    return parser.releaseBuffered(bytes) < 0 ? Optional.empty() : Optional.of(bytes.toByteArray());
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }

  private String where() {
    JsonLocation at = parser.currentLocation();
    return " at line " + at.getLineNr() + " column " + at.getColumnNr() + " path " + path();
  }

  private Object top(String name) throws IOException {
    return pruning.isPayload(name) ? payload() : value(!pruning.keepsWhole(name));
  }

  /** Passes over a payload, other than the status of Cluster Autoscaler. */
  private Object payload() throws IOException {
    JsonTree kept = new JsonTree();
    if (!isObject()) {
      parser.skipChildren();
      return JsonNull.INSTANCE;
    }
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      if (parser.nextToken() == JsonToken.VALUE_STRING
          && name.equals(AutoscalerStatusReader.KEY)
          && parser.getText().contains(AutoscalerStatusReader.MARK)) {
        kept.put(name, parser.getText());
      } else {
        parser.skipChildren();
      }
    }
    return kept.isEmpty() ? JsonNull.INSTANCE : kept;
  }

  private Object value(boolean prune) throws IOException {
    if (++values > MOST_VALUES) {
      throw new MalformedJsonException(
          String.format(Locale.ROOT, "an object of more than %,d values", MOST_VALUES) + where());
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> tree(prune);
      case START_ARRAY -> list(prune);
      case VALUE_STRING ->
          Interner.string(
              STRINGS, parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new LazilyParsedNumber(parser.getText());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> JsonNull.INSTANCE;
    };
  }

  private JsonTree tree(boolean prune) throws IOException {
    JsonTree tree = new JsonTree();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken next = parser.nextToken();
      if (prune && pruning.isPruned(name, !next.isStructStart())) {
        parser.skipChildren();
      } else {
        tree.put(name, value(prune && next.isStructStart() && !pruning.keepsWhole(name)));
      }
    }
    return tree;
  }

  private List<Object> list(boolean prune) throws IOException {
    List<Object> list = new ArrayList<>(2);
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(prune));
    }
    return list;
  }
}
