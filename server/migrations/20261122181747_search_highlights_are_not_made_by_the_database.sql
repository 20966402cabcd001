-- Working them out takes the database longer than finding the messages does.
DROP FUNCTION message_highlight(text, text);
