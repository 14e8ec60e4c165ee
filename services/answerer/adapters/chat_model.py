"""A language model behind any OpenAI-compatible chat endpoint: OpenRouter, vLLM, Ollama, llama.cpp and others.

API: https://platform.openai.com/docs/api-reference/chat/create
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import openai
from openai.types.chat import ChatCompletion

from services.common.errors import Internal
from services.common.openai_endpoint import Endpoint

# How servers refuse a parameter that they do not know.
_REFUSED = (openai.BadRequestError, openai.NotFoundError, openai.UnprocessableEntityError)


class ChatModel:
    """One request a reply. Structured outputs are asked for until the endpoint answers without them only."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._structured = True

    async def complete(
        self, instructions: str, data: str, schema: Mapping[str, Any], reply_tokens: int, seconds: float
    ) -> str:
        """The text of the reply. Raises `Unavailable`, `Internal` or `DeadlineExceeded`."""
        asked: dict[str, Any] = {
            "model": self._endpoint.model,
            "messages": [{"role": "system", "content": instructions}, {"role": "user", "content": data}],
            "max_tokens": reply_tokens,
            "temperature": 0,
        }
        form = {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": dict(schema)}}
        async with self._endpoint.call(seconds) as client:
            create: Any = client.chat.completions.create
            if self._structured:
                try:
                    return _text(await create(**asked, response_format=form))
                except _REFUSED:
                    # The instructions ask for the same form; whether that was the reason, the next request tells.
                    said = _text(await create(**asked))
                    self._structured = False
                    return said
            return _text(await create(**asked))


def _text(completion: ChatCompletion) -> str:
    """The one text of a completion. One that is cut off, empty or calls a tool is no answer to what was asked."""
    (choice,) = completion.choices
    content = choice.message.content
    ended = choice.finish_reason not in ("length", "content_filter")
    if choice.message.tool_calls or not ended or not isinstance(content, str) or not content:
        raise Internal("language model gave no text")
    return content
